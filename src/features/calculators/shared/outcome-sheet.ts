/** The journal's sheet for the outcome of a record, which the app lends to the calculators. */
import { type ComponentType, createContext } from 'react';
import type { DeviceRecord } from '#device/model.ts';

export interface OutcomeSheetProps {
  /** Null while it is closed. */
  readonly record: DeviceRecord | null;
  readonly title: string;
  readonly onClose: () => void;
}

export type LoadOutcomeSheet = () => Promise<ComponentType<OutcomeSheetProps>>;

/** Null where there is no journal. */
export const OutcomeSheetContext = createContext<LoadOutcomeSheet | null>(null);
