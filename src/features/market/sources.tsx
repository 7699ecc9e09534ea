/**
 * The credits of the sources, as they ask to be named; or a note that the figures are samples. Same size either way.
 */
import type { MarketOverview } from '#core/contract/public.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

export function Sources({ sources, sample }: Pick<MarketOverview, 'sources' | 'sample'>) {
  const { t } = useTranslation('market');
  const { openLink } = useHost();
  if (sources.length === 0 && !sample) return null;
  return (
    <p className="market-sources sub">
      <span>{sources.length > 0 ? t('sources') : t('noSources')}</span>
      {sources.map(({ name, url }) => (
        <ExternalLink key={name} className="market-source" href={url} onOpen={openLink}>
          {name}
        </ExternalLink>
      ))}
    </p>
  );
}
