/**
 * The frame of every calculator screen: title, link to the history, the record that the address opens again, the
 * closing line.
 */
import { Link, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useRecord } from './record-line.tsx';
import './calculators.css';

/** The properties of a calculator inside the frame: the opened record, or null. */
export interface OpenedProps {
  readonly opened: DeviceRecord | null;
}

export interface CalculatorFrameProps {
  readonly calculationType: CalculationType;
  /** Receives the opened record, or null. */
  readonly children: (opened: DeviceRecord | null) => ReactNode;
}

export function CalculatorFrame({ calculationType, children }: CalculatorFrameProps) {
  const { record } = useSearch({ strict: false });
  const { t } = useTranslation('calculators');
  return (
    <ScreenLayout
      aside={
        <Link
          to="/history"
          search={{ type: calculationType }}
          className="calculator-history"
          aria-label={t('history')}
          title={t('history')}
        >
          <History size={22} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      }
    >
      <Opened key={record ?? ''} id={record ?? null} calculationType={calculationType}>
        {children}
      </Opened>
      <p className="calculator-advice sub">{t('notAdvice')}</p>
    </ScreenLayout>
  );
}

/** Waits for the record, then ignores its updates: the fields must not change while the user types. */
function Opened({ id, calculationType, children }: CalculatorFrameProps & { readonly id: string | null }) {
  const { t } = useTranslation('calculators');
  const now = useRecord(id);
  const first = useRef<DeviceRecord | null | undefined>(undefined);
  if (first.current === undefined) first.current = now;
  const record = first.current;
  if (record === undefined) return null;
  const usable = record !== null && record.calculationType === calculationType;
  return (
    <>
      {id !== null && !usable && <Notice tone="warn">{t('opened.gone')}</Notice>}
      {children(usable ? record : null)}
    </>
  );
}
