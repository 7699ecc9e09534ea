/** The connected wallet as a button, with a menu to copy its address or disconnect. */
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { useBackLayer } from '#ui/use-back-layer.ts';
import { useTimeout } from '#ui/use-timeout.ts';

const COPIED_MS = 1_000;

export interface AddressMenuProps {
  /** As the protocol writes it. */
  readonly address: string;
  readonly onDisconnect: () => void;
}

export function AddressMenu({ address, onDisconnect }: AddressMenuProps) {
  const { t } = useTranslation('profile');
  const copy = useCopy();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const friendly = friendlyAddress(address);

  useTimeout(isCopied, COPIED_MS, () => setIsCopied(false));
  useBackLayer(isOpen, () => setIsOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    menu.current?.scrollIntoView({ block: 'nearest' });
    const onPointer = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) setIsOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setIsOpen(false);
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);

  return (
    <div className="wallet-address" ref={place}>
      <Button
        small
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t('wallet.address', { address: shortAddress(friendly) })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {shortAddress(friendly)}
        <ChevronDown size={16} />
      </Button>
      <div id={id} ref={menu} className="wallet-menu" hidden={!isOpen}>
        <button type="button" className="row" onClick={() => void copy(friendly).then(setIsCopied)}>
          <span aria-live="polite">{t(isCopied ? 'wallet.copied' : 'wallet.copy')}</span>
        </button>
        <button
          type="button"
          className="row"
          onClick={() => {
            setIsOpen(false);
            onDisconnect();
          }}
        >
          {t('wallet.disconnect')}
        </button>
      </div>
    </div>
  );
}
