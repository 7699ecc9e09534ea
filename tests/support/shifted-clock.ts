/** Loaded before a server starts: its clock goes as far from this machine's as the file of `CLOCK_SHIFT_FILE` says, milliseconds. */
import { readFileSync } from 'node:fs';

const RealDate = Date;
const shift = Number(readFileSync(process.env['CLOCK_SHIFT_FILE'] ?? '', 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
