/** A user's edits on a server that a test plays: per field the newest stays, and every one that is taken gets a number. */
import type { EditOnWire, EditsAnswer, EditsBody, EditsSaved, KeptEdit } from '#core/contract/edits.ts';
import { isNewerEdit, judgedTime } from '#core/edits.ts';

const PAGE = 500;

export interface FakeEdits {
  /** The number of the newest change. */
  newest(): number;
  all(): readonly KeptEdit[];
  /** Keeps edits of a device. */
  save(body: Pick<EditsBody, 'edits' | 'sentAt' | 'known'>): EditsSaved;
  read(query: URLSearchParams): EditsAnswer;
  /** Back to these, as after a restore. */
  restore(kept: readonly KeptEdit[]): void;
}

/** @param keeps whether the server keeps edits of a subject. */
export function fakeEdits(now: () => number, keeps: (subject: string) => boolean): FakeEdits {
  let rows = new Map<string, KeptEdit>();
  /** Every number that an edit got. */
  let given = new Set<number>();
  const all = () => [...rows.values()].toSorted((a, b) => a.change - b.change);
  const newest = () => all().at(-1)?.change ?? 0;
  const stampOf = ({ value, at, device }: EditOnWire | KeptEdit) => ({ value, at: Date.parse(at), device });

  return {
    newest,
    all,
    save({ edits, sentAt, known }) {
      const before = newest();
      const isKnown = known === undefined || given.has(known.change);
      const kept = edits.flatMap(({ over, ...edit }) => {
        const { subject, field } = edit;
        if (subject !== 'account' && !keeps(subject)) return [];
        const key = `${subject} ${field}`;
        const old = rows.get(key);
        const claimed = Date.parse(edit.at);
        const at = judgedTime({ at: claimed, over: timeOf(over) }, timeOf(sentAt), now());
        const taken: KeptEdit = {
          ...edit,
          at: new Date(at).toISOString(),
          change: Math.max(now(), newest() + 1),
        };
        const isRepeated = at !== claimed && old?.value === edit.value && old.device === edit.device;
        const isOld = old !== undefined && !isNewerEdit(stampOf(taken), stampOf(old));
        const stays = old !== undefined && (isRepeated || isOld) ? old : taken;
        rows.set(key, stays);
        given.add(stays.change);
        return [stays];
      });
      return { edits: kept, before, isKnown };
    },
    read(query) {
      const after = Number(query.get('after') ?? 0);
      const known = Number(query.get('known') ?? 0);
      const found = all().filter(({ change }) => change > after);
      return {
        edits: found.slice(0, PAGE),
        isComplete: found.length <= PAGE,
        isKnown: known === 0 || given.has(known),
      };
    },
    restore(kept) {
      rows = new Map(kept.map((edit) => [`${edit.subject} ${edit.field}`, edit]));
      given = new Set(kept.map(({ change }) => change));
    },
  };
}

function timeOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}
