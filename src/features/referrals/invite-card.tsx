/** The user's own link: to copy, or to share with a few words. */
import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useToast } from '#ui/toast.tsx';

export interface InviteCardProps {
  /** Undefined while it is read from the device, null before the server's first answer. */
  readonly link: string | null | undefined;
  /** The link only arrives after the app is reopened from the chat. */
  readonly needsReopening: boolean;
  readonly onShare: (link: string) => void;
}

export function InviteCard({ link, needsReopening, onShare }: InviteCardProps) {
  const { t } = useTranslation(['referrals', 'common']);
  const toast = useToast();
  const copyText = useCopy();
  const isThere = typeof link === 'string';
  const copy = async () => {
    if (!isThere) return;
    const isCopied = await copyText(link);
    toast({ text: isCopied ? t('common:copied') : t('common:copyFailed') });
  };
  return (
    <Card title={t('link')}>
      <p className={isThere ? 'referral-link' : 'referral-link sub'}>
        {isThere
          ? link.replace('https://', '')
          : link === null
            ? t(needsReopening ? 'noLinkReopen' : 'noLink')
            : '\u00a0'}
      </p>
      <div className="referral-actions">
        <Button variant="quiet" disabled={!isThere} onClick={() => void copy()}>
          <Copy size={20} />
          {t('common:copy')}
        </Button>
        <Button disabled={!isThere} onClick={() => isThere && onShare(link)}>
          <Share2 size={20} />
          {t('common:share')}
        </Button>
      </div>
    </Card>
  );
}
