/** Users of a load test: who invited whom, what each does, and the resulting points. */
import { signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

export interface Person {
  readonly id: number;
  readonly invitedBy: number | null;
  /** 0 for users without a referrer, 1 for those with a referrer of level 0, and so on. */
  readonly level: 0 | 1 | 2;
  readonly launchData: string;
  readonly recordIds: readonly string[];
}

const FIRST_ID = 6_000_000_001;
/** Of a hundred users one has no referrer, that one invited nine, and those nine invited ninety: three levels. */
const TREE = 100;
const MIDDLE = 10;

/** @param records how many calculations each makes, at most 30, so that every one counts. */
export function makePeople(count: number, records: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const id = FIRST_ID + index;
    const { inviter, level } = placeOf(index);
    const invitedBy = inviter === null ? null : FIRST_ID + inviter;
    return {
      id,
      invitedBy,
      level,
      launchData: signLaunchData({
        user: { id, first_name: `Person ${index}`, username: `person_${index}` },
        botToken: BOT_TOKEN,
        ...(invitedBy === null ? {} : { startParameter: `${invitedBy}` }),
      }),
      recordIds: Array.from({ length: records }, (_, which) => recordId(index, which)),
    };
  });
}

function placeOf(index: number): { readonly inviter: number | null; readonly level: Person['level'] } {
  const root = index - (index % TREE);
  const place = index - root;
  if (place === 0) return { inviter: null, level: 0 };
  if (place < MIDDLE) return { inviter: root, level: 1 };
  return { inviter: root + 1 + ((place - MIDDLE) % (MIDDLE - 1)), level: 2 };
}

function recordId(person: number, which: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `01901600-${hex(which, 4)}-7000-8000-${hex(person, 12)}`;
}

/** A user's expected points in the end, in the wire format. */
export interface Due {
  readonly activity_points: string;
  readonly referral_points: string;
  readonly referral_activity_points: string;
  readonly referral_referral_points: string;
  readonly checkin_points: string;
  readonly friends: number;
}

/** From the rules: 1 per calculation, 10 for the first check-in, 50 per friend, a tenth of what friends earn. */
export function dueOf(people: readonly Person[]): ReadonlyMap<number, Due> {
  const friends = new Map<number, Person[]>();
  for (const person of people) {
    if (person.invitedBy === null) continue;
    const known = friends.get(person.invitedBy);
    if (known === undefined) friends.set(person.invitedBy, [person]);
    else known.push(person);
  }
  const of = (id: number) => friends.get(id) ?? [];
  return new Map(
    people.map(({ id, recordIds }) => {
      const mine = of(id);
      const tenths = mine.reduce((sum, friend) => sum + friend.recordIds.length, 0);
      const grandchildren = mine.reduce((sum, friend) => sum + of(friend.id).length, 0);
      return [
        id,
        {
          activity_points: `${recordIds.length}`,
          referral_points: `${50 * mine.length}`,
          referral_activity_points: `${tenths / 10}`,
          referral_referral_points: `${5 * grandchildren}`,
          checkin_points: '10',
          friends: mine.length,
        },
      ];
    }),
  );
}
