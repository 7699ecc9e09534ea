/** The way of a proof to the server: kept on the phone when a wallet has signed it, and sent until that has been answered. */
import type { Device } from '#data/model.ts';
import type { Connected } from '../connector/connector.ts';
import { dropProof, keepProof, readProof } from '../kept/proof.ts';
import type { KeptText } from '../kept/user-storage.ts';
import type { HeldView } from './held-view.ts';
import type { WalletView } from './view.ts';

export interface ProofDelivery {
  /** Keeps what the connected wallet has signed just now; forgets what another one has signed before. */
  take(wallet: Connected): void;
  /** Sends what is kept, unless that is under way. */
  send(): void;
}

export interface ProofDeliveryParts {
  readonly device: Pick<Device, 'linkWallet'>;
  readonly storage: KeptText;
  readonly view: HeldView<WalletView>;
  /** Whether the account has a wallet. */
  readonly isLinked: () => boolean;
}

export function deliverProofs({ device, storage, view, isLinked }: ProofDeliveryParts): ProofDelivery {
  let isSending = false;

  async function sendKept(): Promise<void> {
    const kept = readProof(storage);
    if (kept === null) return;
    if (isLinked()) {
      dropProof(storage);
      view.change({ proof: 'none' });
      return;
    }
    view.change({ proof: 'sending' });
    const outcome = await device.linkWallet(kept.address, kept.proof);
    const isAnswered = ['linked', 'invalid', 'bound', 'taken'].includes(outcome);
    // Another wallet may have signed meanwhile.
    const isSame = readProof(storage)?.proof.signature === kept.proof.signature;
    if (isAnswered && isSame) dropProof(storage);
    view.change({ proof: waitingProof(storage), fault: outcome === 'linked' ? null : outcome });
  }

  return {
    take({ address, proof }) {
      if (proof !== null) keepProof(storage, { address, proof });
      else if (readProof(storage)?.address !== address) dropProof(storage);
    },
    send() {
      if (isSending) return;
      isSending = true;
      void sendKept().finally(() => {
        isSending = false;
      });
    },
  };
}

/** Whether a proof waits on the phone, as screens see it. */
export function waitingProof(storage: KeptText): 'none' | 'kept' {
  return readProof(storage) === null ? 'none' : 'kept';
}
