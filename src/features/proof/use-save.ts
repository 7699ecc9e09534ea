/** Saves what this phone has seen as a file, and says how that went. */
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { shareOrSaveFile } from '#platform/save-file.ts';
import { useToast } from '#ui/toast.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export function useSave() {
  const device = useDevice();
  const { t } = useTranslation('proof');
  const toast = useToast();
  const once = useOneAtATime();

  const save = (name: string, textOf: () => Promise<string>) =>
    once(async () => {
      try {
        const outcome = await shareOrSaveFile(name, await textOf(), 'application/json');
        toast({ text: t(`evidence.${outcome}`, { name }) });
      } catch (error) {
        console.warn(`cannot save ${name}`, error);
        toast({ text: t('evidence.failed') });
      }
    });

  return {
    saveEvidence: () => save('irich-evidence.json', () => device.proofEvidence()),
    /** @param proof the text that anyone can check */
    saveProof: (proof: string) => save('irich-proof.json', async () => proof),
  };
}
