/** Deliberate bugs of ledgers that exchange messages, in addition to `breakages.ts`. */
import type { Peers, UserPeer } from '#api/credits/peers.ts';
import type { SqlValue } from '#api/runtime/sqlite/port.ts';
import type { Breakage } from './run-seed.ts';

/** The receiver acknowledges a message before its commit, and at times dies in between. */
export function receiptBeforeCommit(): Breakage {
  return {
    object: (open) => (deps) => {
      const object = open(deps);
      return {
        ...object,
        async receive(message) {
          void object.receive(message).catch(() => null);
          return { refused: [] };
        },
      };
    },
  };
}

/** A card is stored even if a newer one is known. */
export function cardsWithoutVersion(): Breakage {
  return {
    sql: (sql) => ({
      ...sql,
      run: (text: string, ...values: readonly SqlValue[]) =>
        sql.run(text.replace(/WHERE \(friends\.seq.*/, ''), ...values),
    }),
  };
}

/** Credits count as delivered as soon as the message is sent. */
export function deliveredWhenSent(): Breakage {
  return tellingPeers((peer) => ({
    ...peer,
    async receive(message) {
      void peer.receive(message).catch(() => null);
      return { refused: [] };
    },
  }));
}

/** After a failed message no alarm is set. */
export function noAlarmAfterFailure(): Breakage {
  return {
    object: (open) => (deps) => {
      let isDown = false;
      return open({
        ...deps,
        alarm: {
          clear: () => deps.alarm.clear(),
          set(at) {
            if (!isDown) deps.alarm.set(at);
          },
        },
        peers: withUsers(deps.peers, (peer) => ({
          ...peer,
          async receive(message) {
            deps.alarm.clear();
            isDown = true;
            const receipt = await peer.receive(message);
            isDown = receipt === null;
            return receipt;
          },
        })),
      });
    },
  };
}

/** A second alarm sends while the first still waits, because the sent message is not remembered. */
export function sendsAtEveryAlarm(): Breakage {
  return {
    sql: (sql) => ({
      ...sql,
      run(text: string, ...values: readonly SqlValue[]) {
        if (!text.includes('INTO told')) return sql.run(text, ...values);
        return sql.run(text, ...values.slice(0, -1), 0);
      },
    }),
  };
}

/** A registration does not wait until the user is in the directory. */
export function directoryAfterAnswer(): Breakage {
  return {
    object: (open) => (deps) =>
      open({
        ...deps,
        peers: {
          ...deps.peers,
          directory: (userId) => ({
            ...deps.peers.directory(userId),
            async enter(id) {
              void deps.peers
                .directory(userId)
                .enter(id)
                .catch(() => null);
            },
          }),
        },
      }),
  };
}

/** Every referrer counts as registered, whatever their object answers. */
export function believesEveryReferrer(): Breakage {
  return tellingPeers((peer) => ({ ...peer, registeredAt: async () => 0 }));
}

function tellingPeers(change: (peer: UserPeer) => UserPeer): Breakage {
  return {
    object: (open) => (deps) => open({ ...deps, peers: withUsers(deps.peers, change) }),
  };
}

function withUsers(peers: Peers, change: (peer: UserPeer) => UserPeer): Peers {
  return { ...peers, user: (userId) => change(peers.user(userId)) };
}
