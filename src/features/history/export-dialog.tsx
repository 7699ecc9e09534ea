/** Exports the shown calculations: as a CSV file, as text, or from the server if the web view cannot save files. */
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#platform/clipboard.ts';
import { systemClock } from '#platform/clock.ts';
import { useHost } from '#platform/host-context.tsx';
import { saveFile } from '#platform/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { historyCsv } from './csv.ts';

export interface ExportDialogProps {
  readonly records: readonly DeviceRecord[];
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ExportDialog({ records, open, onClose }: ExportDialogProps) {
  const device = useDevice();
  const { t } = useTranslation('history');
  const host = useHost();
  const toast = useToast();
  const [fetching, setFetching] = useState(false);
  const once = useOneAtATime();
  const fileName = `irich-history-${new Date(systemClock.now()).toISOString().slice(0, 10)}.csv`;

  const save = () => {
    saveFile(fileName, historyCsv(records), 'text/csv;charset=utf-8');
    onClose();
  };

  const copy = async () => {
    const copied = await copyText(historyCsv(records));
    onClose();
    toast({ text: copied ? t('export.copied') : t('export.copyFailed') });
  };

  const download = async () => {
    setFetching(true);
    const url = await device.exportUrl('history').catch((error: unknown) => {
      console.warn('Cannot get a link for the export', error);
      return null;
    });
    setFetching(false);
    onClose();
    if (url === null) toast({ text: t('export.noLink') });
    else if ((await host.downloadFile(url, fileName)) === 'unsupported') host.openLink(url);
  };

  return (
    <Dialog
      open={open}
      title={t('export.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={() => void copy()}>
            {t('export.copy')}
          </Button>
          <Button onClick={save}>{t('export.save')}</Button>
        </>
      }
    >
      <p>{t('export.text', { count: records.length })}</p>
      <p className="sub">{t('export.serverText')}</p>
      <Button variant="quiet" small busy={fetching} onClick={() => void once(download)}>
        {t('export.server')}
      </Button>
    </Dialog>
  );
}
