/** The cost of each message to a token's contracts: gas in the receiving contract, and TON for the sender. */
import { fromNano } from '@ton/core';
import { fromOwner } from '#api/sbt/messages.ts';
import {
  altered,
  asking,
  type Chain,
  DESTROY,
  numberOf,
  OTHER_SIGNER,
  PROVE,
  plain,
  REQUEST_OWNER,
  SIGNER,
  startChain,
  type Told,
} from '#tests/api/sbt/chain.ts';
import { amount, type Figure, type Report } from '#tests/bench/table.ts';

type Step = readonly [what: string, send: (chain: Chain) => Promise<Told>];

const toBadge = (body: Parameters<Chain['tell']>[2], by: keyof Chain['people']): Step[1] => {
  return ({ tell, people, badge }) => tell(people[by], badge, body);
};
const order = (body: Parameters<Chain['tell']>[2]): Step[1] => {
  return ({ tell, people, collection }) => tell(people.owner, collection, body);
};

/** In this order: each step finds the badge as the previous one left it. */
const STEPS: readonly Step[] = [
  ['mint', (chain) => chain.mint(chain.voucher())],
  ['mint again', (chain) => chain.mint(chain.voucher())],
  ['mint, refused: signature', (chain) => chain.mint(chain.voucher(), { signer: OTHER_SIGNER })],
  [
    'mint, refused: altered',
    ({ tell, people, collection, voucher }) =>
      tell(people.user, collection, altered(voucher({ badge: numberOf('lev_7') }), voucher()), '0.2'),
  ],
  ['mint, refused: replay', (chain) => chain.mint(chain.voucher({ collection: chain.people.thief.address }))],
  ['mint, refused: sender', (chain) => chain.mint(chain.voucher(), { by: chain.people.thief })],
  ['mint, refused: time', (chain) => chain.mint(chain.voucher({ validUntil: 1 }))],
  ['mint, refused: fee', (chain) => chain.mint(chain.voucher(), { value: '0.05' })],
  ['transfer, refused', toBadge(plain(0x5fcc3d14).endCell(), 'user')],
  ['prove ownership', (chain) => toBadge(asking(PROVE, chain.people.thief.address, true), 'user')(chain)],
  [
    'request owner',
    (chain) => toBadge(asking(REQUEST_OWNER, chain.people.thief.address, true), 'thief')(chain),
  ],
  ['static data', toBadge(plain(0x2fcb26a2).endCell(), 'thief')],
  ['revoke', (chain) => order(fromOwner.revokeBadge(chain.people.user.address, numberOf('lev_6')))(chain)],
  ['mint revoked', (chain) => chain.mint(chain.voucher())],
  ['destroy', toBadge(DESTROY, 'user')],
  ['mint destroyed', (chain) => chain.mint(chain.voucher())],
  ['change signer', order(fromOwner.changeSigner(SIGNER.publicKey))],
  ['stop minting', order(fromOwner.openMinting(false))],
  ['mint, refused: stopped', (chain) => chain.mint(chain.voucher())],
];

export async function benchGas(): Promise<Report> {
  const chain = await startChain();
  const figures: Figure[] = [];
  for (const [what, send] of STEPS) {
    const { gas, cost, outcome } = await send(chain);
    const ton = `${amount(Number(fromNano(cost)) * 1000)} mTON`;
    figures.push({
      what: `token: ${what}`,
      measured: `${amount(Number(gas))} gas`,
      against: `${ton}, ${outcome}`,
    });
  }
  const notes = [
    'token: gas is that of the receiving contract; mTON (thousandths of a TON) is the total cost to the sender: gas and messages of all contracts on the way, what the badge keeps, and for the revocation what stays with it.',
  ];
  return { figures, notes };
}
