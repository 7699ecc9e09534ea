/** Above a form: says that a link has filled it in, and asks before a link replaces what the user has typed. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PlanQuestion } from './use-arrived-plan.ts';

export interface PlanNoticeProps {
  /** The numbers of the form come from a link. */
  readonly isFromPlan: boolean;
  readonly question: PlanQuestion | null;
}

export function PlanNotice({ isFromPlan, question }: PlanNoticeProps) {
  const { t } = useTranslation('calculators');
  const keep = () => question?.keep();
  return (
    <>
      {isFromPlan && <Notice tone="warn">{t('plan.fromLink')}</Notice>}
      <Dialog
        open={question !== null}
        title={t('plan.question.title')}
        onClose={keep}
        actions={
          <>
            <Button variant="quiet" onClick={keep}>
              {t('plan.question.keep')}
            </Button>
            <Button onClick={() => question?.use()}>{t('plan.question.use')}</Button>
          </>
        }
      >
        <p>{t('plan.question.text')}</p>
      </Dialog>
    </>
  );
}
