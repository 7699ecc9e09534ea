/** The frame of every calculator screen: title, link to the history, the opened record, the closing line. */
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { Device, DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { useRecord } from './record-line.tsx';
import './calculators.css';

export interface CalculatorScreenProps {
  readonly device: Device;
  /** Reopens this record with its inputs. */
  readonly recordId?: string | undefined;
}

/** The properties of a calculator inside the frame: the opened record, or null. */
export interface OpenedProps {
  readonly device: Device;
  readonly opened: DeviceRecord | null;
}

export interface CalculatorFrameProps extends CalculatorScreenProps {
  readonly calculationType: CalculationType;
  /** Receives the opened record, or null. */
  readonly children: (opened: DeviceRecord | null) => ReactNode;
}

export function CalculatorFrame(props: CalculatorFrameProps) {
  const { calculationType } = props;
  const { t } = useTranslation('calculators');
  return (
    <Screen
      title={t(`name.${calculationType}`)}
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
      <Opened key={props.recordId ?? ''} {...props} />
      <p className="calculator-advice sub">{t('notAdvice')}</p>
    </Screen>
  );
}

/** Waits for the record, then ignores its updates: the fields must not change while the user types. */
function Opened({ device, recordId, calculationType, children }: CalculatorFrameProps) {
  const { t } = useTranslation('calculators');
  const now = useRecord(device, recordId ?? null);
  const first = useRef<DeviceRecord | null | undefined>(undefined);
  if (first.current === undefined) first.current = now;
  const record = first.current;
  if (record === undefined) return null;
  const usable = record !== null && record.calculationType === calculationType;
  return (
    <>
      {recordId !== undefined && !usable && <Notice tone="warn">{t('opened.gone')}</Notice>}
      {children(usable ? record : null)}
    </>
  );
}
