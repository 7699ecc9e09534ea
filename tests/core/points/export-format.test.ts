import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startExportCheck } from '#core/points/export-format.ts';
import { exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';
import { verifyExport, writeExport } from '#tests/support/exports.ts';
import { ledgers } from './arbitraries.ts';
import { creditOf, type Ledger, onboarded, recordAt, rehashed, START, sha256 } from './ledgers.ts';

const EXPORTED_AT = START + 1;

function exported({ state, events }: Ledger): string {
  return writeExport({ userId: 7, exportedAt: EXPORTED_AT, head: state.head }, events);
}

function someLedger(): Ledger {
  const ledger = onboarded();
  ledger.must(recordAt(START), START);
  ledger.must(creditOf('friend_registered'), START);
  return ledger;
}

describe('an export', () => {
  it('is a header and a line per event, each ended by a line feed', () => {
    const ledger = someLedger();
    const lines = exported(ledger).split('\n');
    expect(lines).toHaveLength(ledger.events.length + 2);
    expect(lines.at(-1)).toBe('');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      format: 'irich-ledger',
      version: 1,
      userId: 7,
      exportedAt: EXPORTED_AT,
      head: ledger.state.head,
    });
    expect(lines.slice(1, -1).map((line) => JSON.parse(line))).toEqual(ledger.events);
  });

  it('of any ledger verifies, and gives its state', () => {
    fc.assert(
      fc.property(ledgers(), (ledger) => {
        const text = exported(ledger);
        expect(verifyExport(text, sha256)).toMatchObject({
          ok: true,
          header: { userId: 7 },
          state: ledger.state,
        });
      }),
    );
  });

  it("survives an editor's line endings", () => {
    const text = exported(someLedger()).replaceAll('\n', '\r\n');
    for (const saved of [text, `${text}\r\n`]) {
      expect(verifyExport(saved, sha256).ok).toBe(true);
    }
  });

  it('contains the wallet of its user if one is linked', () => {
    const header = (walletAddress: string | null) =>
      JSON.parse(exportHeaderLine({ userId: 7, exportedAt: 0, head: { seq: 0, hash: '' }, walletAddress }));
    expect(header('UQ…')).toHaveProperty('walletAddress', 'UQ…');
    for (const none of ['', null]) expect(header(none)).not.toHaveProperty('walletAddress');
  });

  it("writes only an event's own fields", () => {
    const [event] = someLedger().events;
    expect(event && exportEventLine({ ...event, ...{ name: 'Bob' } })).not.toContain('Bob');
  });
});

describe('verifying an export', () => {
  const ledger = someLedger();
  const text = exported(ledger);

  it('names the first wrong event', () => {
    expect(verifyExport(text.replace('"award":1000', '"award":9000'), sha256)).toEqual({
      ok: false,
      error: { type: 'fault', seq: 3, fault: 'chain' },
    });
    const lines = text.split('\n');
    expect(verifyExport(lines.toSpliced(2, 1).join('\n'), sha256)).toEqual({
      ok: false,
      error: { type: 'fault', seq: 2, fault: 'sequence' },
    });
    const rich = ledger.events.map((event) => ({ ...event, award: event.award * 2 }));
    const rewritten = rehashed(rich);
    const head = rewritten.at(-1) ?? ledger.state.head;
    expect(verifyExport(writeExport({ userId: 7, exportedAt: 0, head }, rewritten), sha256)).toEqual({
      ok: false,
      error: { type: 'fault', seq: 3, fault: 'award' },
    });
  });

  it('finds a cut or extended end', () => {
    const lines = text.split('\n');
    expect(verifyExport(lines.slice(0, -2).join('\n'), sha256)).toEqual({
      ok: false,
      error: { type: 'head', seq: 3 },
    });
    const longer = someLedger();
    longer.must({ type: 'claim_check_in' }, START);
    const added = writeExport({ userId: 7, exportedAt: 0, head: ledger.state.head }, longer.events);
    expect(verifyExport(added, sha256)).toEqual({ ok: false, error: { type: 'head', seq: 5 } });
  });

  it('finds a different ledger of the same length', () => {
    const other = someLedger();
    const swapped = writeExport({ userId: 7, exportedAt: 0, head: ledger.state.head }, other.events);
    expect(verifyExport(swapped, sha256)).toEqual({ ok: false, error: { type: 'head', seq: 4 } });
  });

  it('names the line that is no event', () => {
    const lines = text.split('\n');
    const broken = lines.with(2, '{"seq":2}').join('\n');
    expect(verifyExport(broken, sha256)).toEqual({ ok: false, error: { type: 'bad_line', line: 3 } });
    expect(verifyExport(lines.with(2, '{').join('\n'), sha256).ok).toBe(false);
  });

  it.each([
    ['', 'bad_header'],
    ['{', 'bad_header'],
    ['null', 'bad_header'],
    ['[]', 'bad_header'],
    ['{"format":"other","version":1}', 'bad_header'],
    ['{"format":"irich-ledger","version":1,"userId":7,"exportedAt":0}', 'bad_header'],
    [
      '{"format":"irich-ledger","version":1,"userId":"7","exportedAt":0,"head":{"seq":0,"hash":""}}',
      'bad_header',
    ],
    ['{"format":"other","version":1,"userId":7,"exportedAt":0,"head":{"seq":0,"hash":""}}', 'bad_header'],
    [
      '{"format":"irich-ledger","version":0,"userId":7,"exportedAt":0,"head":{"seq":0,"hash":""}}',
      'bad_header',
    ],
    [
      '{"format":"irich-ledger","version":"2","userId":7,"exportedAt":0,"head":{"seq":0,"hash":""}}',
      'bad_header',
    ],
    ['{"format":"irich-ledger","version":1,"userId":7,"exportedAt":0,"head":{"seq":0}}', 'bad_header'],
    ['{"format":"irich-ledger","version":1,"userId":7,"exportedAt":0,"head":null}', 'bad_header'],
    ['{"format":"irich-ledger","version":2}', 'newer_format'],
  ])('refuses the header %s', (header, type) => {
    expect(verifyExport(header, sha256)).toEqual({ ok: false, error: { type, line: 1 } });
  });

  it('gives the same fault again line by line, and needs a first line', () => {
    const check = startExportCheck(sha256);
    expect(check.end()).toEqual({ ok: false, error: { type: 'bad_header', line: 1 } });
    expect(check.line('x')).toEqual({ type: 'bad_header', line: 1 });
    expect(check.line(text.split('\n')[0] ?? '')).toEqual({ type: 'bad_header', line: 1 });
  });

  it('accepts a ledger without events', () => {
    const empty = { userId: 7, exportedAt: 0, head: { seq: 0, hash: '0'.repeat(64) } };
    expect(verifyExport(writeExport(empty, []), sha256)).toMatchObject({ ok: true, state: { level: 1 } });
  });
});
