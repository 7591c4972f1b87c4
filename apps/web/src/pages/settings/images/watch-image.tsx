import { images as contract, type WatchedImage } from '@assay/contract/images.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { images } from '../../../messages/images.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

const messages = images.form

const { reference } = contract.add.body.shape
const attachedUses = ['compared', 'used'] as const
const settings = { everyHours: z.string(), attached: z.enum(attachedUses) }
const Watching = z.object({ reference, platform: z.string().trim().max(60), ...settings })
const Changing = z.object(settings)

const choices = [1, 6, 24, 168]

/** own: another value that was set by the API. */
const settingFields = (own: number) => ({
  everyHours: {
    label: messages.everyHours,
    options: [...new Set([...choices, own])]
      .toSorted((a, b) => a - b)
      .map((hours) => ({ value: String(hours), label: messages.hours(hours) })),
  },
  attached: {
    label: messages.attached,
    hint: messages.attachedHint,
    options: attachedUses.map((value) => ({ value, label: messages.attachedUses[value] })),
  },
})

const settingsOf = ({ everyHours, attached }: z.infer<typeof Changing>) => ({
  everyHours: Number(everyHours),
  usesAttached: attached === 'used',
})

export const WatchImage = ({ accountUuid, onClose }: { accountUuid: string; onClose: () => void }) => (
  <FormDialog
    title={images.add}
    isHeld
    schema={Watching}
    fields={{
      reference: { label: messages.reference, hint: messages.referenceHint },
      platform: { label: messages.platform, hint: messages.platformHint },
      ...settingFields(6),
    }}
    values={{ everyHours: 6, attached: 'compared' }}
    submit={messages.save}
    action={async ({ reference, platform, ...rest }) => {
      const body = { reference, platform: platform.trim() || null, ...settingsOf(rest) }
      await api.images.add({ params: { accountUuid }, body })
      showNotice(images.watching)
    }}
    onClose={onClose}
  />
)

interface Props {
  params: { accountUuid: string; imageUuid: string }
  image: WatchedImage
  /** With its tag. */
  name: string
  onClose: () => void
}

export const ChangeImage = ({ params, image, name, onClose }: Props) => (
  <FormDialog
    title={images.changeOf(name)}
    isHeld
    schema={Changing}
    fields={settingFields(image.everyHours)}
    values={{ everyHours: image.everyHours, attached: image.usesAttached ? 'used' : 'compared' }}
    submit={messages.saveChange}
    action={async (changed) => {
      await api.images.update({ params, body: settingsOf(changed) })
      showNotice(images.changed)
    }}
    onClose={onClose}
  />
)
