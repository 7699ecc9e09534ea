/** Delete my data: the list of deleted data, the list of kept data, and the one irreversible tap. */
import { Link } from '@tanstack/react-router';
import { ShieldQuestion, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { Deletion } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export interface DataCardProps {
  readonly onDeleted: () => void;
}

export function DataCard({ onDeleted }: DataCardProps) {
  const device = useDevice();
  const { t } = useTranslation(['profile', 'common']);
  const host = useHost();
  const [state, setState] = useState<'closed' | 'asking' | 'deleting' | 'failed' | 'reopen'>('closed');

  const once = useOneAtATime();

  const erase = async () => {
    setState('deleting');
    let outcome: Deletion = 'failed';
    try {
      outcome = await device.deleteMyData();
    } catch (error) {
      console.warn('cannot delete the data', error);
    }
    host.haptic(outcome === 'deleted' ? 'success' : 'error');
    setState(outcome === 'deleted' ? 'closed' : outcome);
    if (outcome === 'deleted') onDeleted();
  };

  return (
    <Card rows title={t('data')}>
      <Link to="/privacy" className="row">
        <RowContent icon={<ShieldQuestion />} label={t('privacy')} detail={t('privacyWhat')} leads />
      </Link>
      <Row tone="danger" icon={<Trash2 />} label={t('delete.title')} onPress={() => setState('asking')} />
      <Dialog
        open={state !== 'closed'}
        title={t('delete.ask')}
        onClose={() => {
          if (state !== 'deleting') setState('closed');
        }}
        actions={
          <>
            <Button variant="quiet" disabled={state === 'deleting'} onClick={() => setState('closed')}>
              {t('common:cancel')}
            </Button>
            <Button variant="danger" busy={state === 'deleting'} onClick={() => void once(erase)}>
              {t('delete.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('delete.goes')}</p>
        <p>{t('delete.stays')}</p>
        {state === 'failed' && <Notice tone="error">{t('delete.failed')}</Notice>}
        {state === 'reopen' && (
          <Notice tone="warn" buttons={[{ label: t('common:close'), onPress: () => host.close() }]}>
            {t('delete.reopen')}
          </Notice>
        )}
      </Dialog>
    </Card>
  );
}
