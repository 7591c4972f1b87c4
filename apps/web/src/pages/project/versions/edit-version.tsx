import { isoDay } from '@assay/engine/time.ts'
import type { ProjectVersion } from '@assay/contract/versions.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { versions } from '../../../messages/versions.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

const messages = versions.form

const isDay = (text: string) => z.iso.date().safeParse(text).success
const Day = z.string().trim().refine(isDay, messages.invalidDay)

const VersionForm = z.object({
  name: z.string().trim().min(1).max(200),
  tag: z.string().trim().max(500),
  releasedAt: Day,
  supportedUntil: z
    .string()
    .trim()
    .refine((text) => text === '' || isDay(text), messages.invalidDay),
})

interface Props {
  projectUuid: string
  branch: string
  /** null: a new one. */
  version: ProjectVersion | null
  onClose: () => void
}

/** A version of the last scan of the branch, or the dates of an existing one. */
export function EditVersion({ projectUuid, branch, version, onClose }: Props) {
  const [today] = useState(() => isoDay(new Date()))
  const save = ({ supportedUntil, ...form }: z.infer<typeof VersionForm>) => {
    const body = { ...form, supportedUntil: supportedUntil === '' ? null : supportedUntil }
    return version === null
      ? api.versions.create({ params: { projectUuid }, body: { ...body, branch } })
      : api.versions.update({ params: { projectUuid, versionUuid: version.uuid }, body })
  }
  return (
    <FormDialog
      title={version === null ? versions.publish : versions.editOf(version.name)}
      lead={version === null && <p className="m-0 text-soft">{versions.publishHint(branch)}</p>}
      schema={VersionForm}
      submit={versions.save}
      canCancel
      isHeld
      fields={{
        name: { label: messages.name },
        tag: { label: messages.tag, hint: messages.tagHint },
        releasedAt: { label: messages.releasedAt, type: 'date' },
        supportedUntil: {
          label: messages.supportedUntil,
          type: 'date',
          hint: messages.supportedUntilHint,
        },
      }}
      values={version ?? { releasedAt: today }}
      action={save}
      onClose={onClose}
    />
  )
}
