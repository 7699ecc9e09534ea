/** Makes the stand-in answer with the state of a test chain. */
import type { Address, Cell } from '@ton/core';
import type { TonCenter } from '#tests/upstream/ton-center.ts';
import type { Chain } from './chain.ts';

export async function publish(chain: Chain, service: TonCenter, address: Address): Promise<void> {
  const { account } = await chain.blockchain.getContract(address);
  const state = account.account?.storage.state;
  if (state === undefined || state.type === 'uninit') {
    service.accounts.delete(address.toRawString());
    return;
  }
  const text = (cell: Cell | null | undefined) => cell?.toBoc().toString('base64') ?? '';
  const contract = state.type === 'active' ? state.state : null;
  service.accounts.set(address.toRawString(), {
    state: state.type,
    balance: await chain.balanceOf(address),
    code: text(contract?.code),
    data: text(contract?.data),
  });
}
