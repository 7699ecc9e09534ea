/** What the published totals do not prove: a table of attacks, and what is left. */
import { ATTACKS, UNPROVEN } from '#core/proof/limits.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Disclosure } from '#ui/disclosure.tsx';

export function Limits() {
  const { t } = useTranslation('proof-limits');
  return (
    <Disclosure title={t('title')}>
      <table className="proof-limits">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('attack')}</th>
            <th scope="col">{t('finds')}</th>
          </tr>
        </thead>
        <tbody>
          {ATTACKS.map((attack) => (
            <tr key={attack}>
              <th scope="row">{t(`attacks.${attack}.name`)}</th>
              <td>{t(`attacks.${attack}.finds`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className="proof-unproven">{t('unproven.title')}</h2>
      <ul className="proof-list">
        {UNPROVEN.map((one) => (
          <li key={one}>{t(`unproven.${one}`)}</li>
        ))}
      </ul>
      <p className="sub">{t('shown')}</p>
    </Disclosure>
  );
}
