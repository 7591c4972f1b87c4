import { images as contract } from '@assay/contract/images.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { images } from '../../../messages/images.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

const messages = images.form

const { reference } = contract.add.body.shape
const Watching = z.object({ reference, platform: z.string().trim().max(60) })

const choices = [1, 6, 24, 168]

export function WatchImage({ accountUuid, onClose }: { accountUuid: string; onClose: () => void }) {
  const [everyHours, setEveryHours] = useState('6')
  return (
    <FormDialog
      title={images.add}
      isHeld
      schema={Watching}
      fields={{
        reference: { label: messages.reference, hint: messages.referenceHint },
        platform: { label: messages.platform, hint: messages.platformHint },
      }}
      submit={messages.save}
      action={async (typed) => {
        const platform = typed.platform.trim() || null
        const body = { reference: typed.reference, platform, everyHours: Number(everyHours) }
        await api.images.add({ params: { accountUuid }, body })
        showNotice(images.watching)
      }}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {fields}
          <SelectField
            label={messages.everyHours}
            value={everyHours}
            options={choices.map((hours) => ({ value: String(hours), label: messages.hours(hours) }))}
            onChange={setEveryHours}
          />
        </>
      )}
    </FormDialog>
  )
}
