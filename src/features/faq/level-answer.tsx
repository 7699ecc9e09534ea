/** How to level up: where each of the 20 levels begins. */
import { CURRENT_RULES } from '#core/points/rules.ts';
import { pointsFull, pointsShort } from '#i18n/points.ts';
import { levelNameKey } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { LevelIcon } from '#ui/level-icon.tsx';

/** From this bound on, thousandths, the form with M is easier to read. */
const MILLION = 1_000_000_000;

export function LevelAnswer() {
  const { t } = useTranslation(['faq', 'levels']);
  return (
    <>
      <p>{t('level.what')}</p>
      <table className="faq-table faq-levels">
        <thead>
          <tr>
            <th scope="col">{t('level.level')}</th>
            <th scope="col">{t('level.from')}</th>
          </tr>
        </thead>
        <tbody>
          {CURRENT_RULES.levels.map((bound, index) => (
            <tr key={bound}>
              <th scope="row">
                <span className="faq-level">
                  <LevelIcon level={index + 1} size={24} />
                  <span className="faq-level-number">{index + 1}</span>
                  {t(levelNameKey(index + 1))}
                </span>
              </th>
              <td>{bound < MILLION ? pointsFull(bound) : pointsShort(bound)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('level.kept')}</p>
    </>
  );
}
