/** Loaded before a server starts: its clock stops at the gallery's time, like the page's. */
import { NOW } from './moment.ts';

const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(NOW);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return NOW;
  }
} as DateConstructor;
