/** One wallet for each device: its connection outlives the screen that made it. */
import type { Device } from '#device/model.ts';
import type { Look } from '../connector/theme.ts';
import { userStorageOf } from '../storage/user-storage.ts';
import { type FetchConnector, openWallet, type Wallet } from './session.ts';

const wallets = new WeakMap<Device, Wallet>();

/** @param look of a wallet that is not open yet. */
export function walletOf(device: Device, look: Look, fetchConnector: FetchConnector): Wallet {
  let wallet = wallets.get(device);
  if (wallet === undefined) {
    wallet = openWallet({ device, storage: userStorageOf(device.userId), look, fetchConnector });
    wallets.set(device, wallet);
  }
  return wallet;
}
