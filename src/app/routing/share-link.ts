/** Shares the user's own invitation link, with one of five texts at random. */
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { systemRandom } from '#platform/random.ts';

const TEXTS = ['1', '2', '3', '4', '5'] as const;

export function useShareLink(): (link: string) => void {
  const { t } = useTranslation();
  const host = useHost();
  return (link) => {
    const text = TEXTS[Math.floor(systemRandom.next() * TEXTS.length)] ?? '1';
    host.share(t(`shareText.${text}`), link);
  };
}
