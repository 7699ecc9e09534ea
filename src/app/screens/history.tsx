/** Connects the history to the calculators, and its filter to the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { summaryOf } from '#features/calculators/registry.ts';
import { HistoryScreen } from '#features/history/history-screen.tsx';

export function Screen() {
  const { type } = useSearch({ from: '/history' });
  const navigate = useNavigate();
  return (
    <HistoryScreen
      summaryOf={summaryOf}
      calculationType={type}
      onFilter={(chosen) =>
        void navigate({
          to: '/history',
          search: chosen === undefined ? {} : { type: chosen },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
