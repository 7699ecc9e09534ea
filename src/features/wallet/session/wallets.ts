/** The wallet of each device: a connection outlives the screen that it was made on. */
import type { Device } from '#data/model.ts';
import type { Look } from '../connector/look.ts';
import { userStorageOf } from '../kept/user-storage.ts';
import type { FetchConnector } from './connection.ts';
import { openWallet } from './session.ts';
import type { Wallet } from './view.ts';

const wallets = new WeakMap<Device, Wallet>();

/** @param look of one that is not open yet. */
export function walletOf(device: Device, look: Look, fetchConnector: FetchConnector): Wallet {
  let wallet = wallets.get(device);
  if (wallet === undefined) {
    wallet = openWallet({ device, storage: userStorageOf(device.userId), look, fetchConnector });
    wallets.set(device, wallet);
  }
  return wallet;
}
