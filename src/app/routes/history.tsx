import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { summaryOf } from '#features/calculators/registry.ts';
import { HistoryScreen } from '#features/history/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { historyOf } from '../routing/search.ts';

export const Route = createFileRoute('/history')({
  loader: () => loadTexts('history', 'calculators'),
  validateSearch: historyOf,
  component: History,
});

function History() {
  const { type } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <HistoryScreen
      device={useDevice()}
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
