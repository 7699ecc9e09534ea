/** The token of a badge: the button that claims it, or its state. */
import { readBadge } from '#core/points/badges.ts';
import type { BadgeToken } from '#device/wallet-model.ts';
import { useBadgeName } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import type { WalletStatus } from '../session/state.ts';
import './badge-token.css';

export interface BadgeTokenProps {
  readonly badgeId: string;
  /** Null if it can be claimed. */
  readonly token: BadgeToken | null;
  readonly status: WalletStatus;
  /** Whether the server cannot be reached. */
  readonly isCut: boolean;
  /** The badge whose claim is under way. */
  readonly claiming: string | null;
  readonly onClaim: () => void;
}

/** Under a badge in the list. Without the account's wallet it shows the state alone. */
export function BadgeTokenMark(props: BadgeTokenProps) {
  const { t } = useTranslation('achievements');
  const { token, status } = props;
  const name = useBadgeName(readBadge(props.badgeId));
  if (token !== null && token.explorerUrl !== null && token.state === 'minted') {
    return <TokenPage url={token.explorerUrl} text={t('token.minted')} name={name} />;
  }
  if (token !== null) return <span className="sub token-state">{t(`token.${token.state}`)}</span>;
  if (status !== 'linked') return null;
  return (
    <Button
      variant="plain"
      className="token-claim"
      aria-label={t('token.claimOf', { name })}
      {...claimOf(props)}
    >
      {t('token.claim')}
    </Button>
  );
}

/** In the sheet of one badge: what a token is, and what the user can do next. */
export function BadgeTokenDetail(props: BadgeTokenProps) {
  const { t } = useTranslation(['achievements', 'profile']);
  const { token, status, isCut } = props;
  const name = useBadgeName(readBadge(props.badgeId));
  const isOpen = token === null || token.state === 'requested';
  return (
    <div className="token-detail">
      <p className="sub">
        {isOpen && status !== 'linked' ? whyNot() : t(`token.about.${token?.state ?? 'none'}`)}
      </p>
      {isOpen && status === 'linked' && (
        <>
          {isCut && <p className="sub">{t('token.offline')}</p>}
          <Button small {...claimOf(props)}>
            {t(token === null ? 'token.claimSbt' : 'token.again')}
          </Button>
        </>
      )}
      {token !== null && token.explorerUrl !== null && (
        <TokenPage url={token.explorerUrl} text={t('token.see')} name={name} />
      )}
    </div>
  );

  function whyNot(): string {
    if (status === 'other') return t('token.other');
    if (status === 'none' || status === 'away') return t('token.connect');
    return t('token.unproven');
  }
}

/** One claim at a time. */
function claimOf({ badgeId, isCut, claiming, onClaim }: BadgeTokenProps): ButtonProps {
  const isOther = claiming !== null && claiming !== badgeId;
  return { disabled: isCut || isOther, busy: claiming === badgeId, onClick: onClaim };
}

interface TokenPageProps {
  readonly url: string;
  readonly text: string;
  /** The badge's. */
  readonly name: string;
}

function TokenPage({ url, text, name }: TokenPageProps) {
  const { t } = useTranslation('achievements');
  const host = useHost();
  const label = t('token.page', { text, name });
  return (
    <ExternalLink className="token-page" href={url} aria-label={label} onOpen={(page) => host.openLink(page)}>
      {text}
      <span aria-hidden="true">↗</span>
    </ExternalLink>
  );
}
