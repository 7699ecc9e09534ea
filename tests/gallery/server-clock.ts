/** Loaded before a server starts: its clock begins at the gallery's moment and goes on from there. */
import { NOW } from './moment.ts';

const RealDate = Date;
const shift = NOW - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
