import { images as contract } from '@assay/contract/images.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { images } from '../../../messages/images.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

const messages = images.form

const { reference } = contract.add.body.shape
const attachedUses = ['compared', 'used'] as const
const Watching = z.object({
  reference,
  platform: z.string().trim().max(60),
  everyHours: z.string(),
  attached: z.enum(attachedUses),
})

const choices = [1, 6, 24, 168]

export const WatchImage = ({ accountUuid, onClose }: { accountUuid: string; onClose: () => void }) => (
  <FormDialog
    title={images.add}
    isHeld
    schema={Watching}
    fields={{
      reference: { label: messages.reference, hint: messages.referenceHint },
      platform: { label: messages.platform, hint: messages.platformHint },
      everyHours: {
        label: messages.everyHours,
        options: choices.map((hours) => ({ value: String(hours), label: messages.hours(hours) })),
      },
      attached: {
        label: messages.attached,
        hint: messages.attachedHint,
        options: attachedUses.map((value) => ({ value, label: messages.attachedUses[value] })),
      },
    }}
    values={{ everyHours: 6, attached: 'compared' }}
    submit={messages.save}
    action={async ({ reference, platform, everyHours, attached }) => {
      const body = {
        reference,
        platform: platform.trim() || null,
        everyHours: Number(everyHours),
        usesAttached: attached === 'used',
      }
      await api.images.add({ params: { accountUuid }, body })
      showNotice(images.watching)
    }}
    onClose={onClose}
  />
)
