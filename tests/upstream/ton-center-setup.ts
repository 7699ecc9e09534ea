/**
 * Starts a stand-in of TON Center beside workerd, whose tests reach it over HTTP only; its chain is always the
 * same.
 */
import { Address } from '@ton/core';
import type { TestProject } from 'vitest/node';
import { badgeNumber } from '#api/sbt/contracts.ts';
import { SBT } from '#tests/support/deployment.ts';
import { tokenOnChain } from '#tests/support/minting.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { startTonCenter, type TonCenter } from './ton-center.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tonCenterUrl: string;
  }
}

let service: TonCenter;

/** The token of the first level's badge exists for one wallet and is destroyed for another. */
export async function setup({ provide }: TestProject): Promise<void> {
  service = await startTonCenter();
  const token = (name: string) => ({
    collection: Address.parse(SBT.collection ?? ''),
    owner: Address.parse(walletNamed(name).address),
    badge: badgeNumber('lev_1') ?? 0,
  });
  service.accounts.set(...tokenOnChain(token('a user with a minted badge')));
  service.accounts.set(...tokenOnChain(token('a user with a destroyed badge'), { isDestroyed: true }));
  provide('tonCenterUrl', service.url);
}

export async function teardown(): Promise<void> {
  await service.stop();
}
