/** Whose figures these are, as they ask to be named beside them. Takes the same room whoever they are. */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

export function Sources({ sources }: { readonly sources: MarketOverview['sources'] }) {
  const { t } = useTranslation('market');
  const { openLink } = useHost();
  return (
    <p className="market-sources sub">
      {sources.length > 0 && <span>{t('sources')}</span>}
      {sources.map(({ name, url }) => (
        <ExternalLink key={name} className="market-source" href={url} onOpen={openLink}>
          {name}
        </ExternalLink>
      ))}
    </p>
  );
}
