import type { OwnAdvisory } from '@assay/contract/own-advisories.ts'
import { advisoryRatings } from '@assay/engine/vocabulary.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { ownAdvisories } from '../../../messages/own-advisories.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'
import { readPackages, schema, typedPackages } from './advisory-form-model.ts'
import { AdvisoryPreview } from './advisory-preview.tsx'
import { AffectedFields, emptyPackage } from './affected-fields.tsx'
import { formatReferences } from './versions-model.ts'

const messages = ownAdvisories.form

interface Props {
  /** null for a new one. */
  own: OwnAdvisory | null
  onClose: () => void
}

export function EditAdvisory({ own, onClose }: Props) {
  const accountUuid = useUser().account.uuid
  const [packages, setPackages] = useState(own ? typedPackages(own.affected) : [emptyPackage()])
  const save = async (typed: z.input<typeof schema>) => {
    const { id, ...body } = schema.parse(typed)
    if (own === null) await api.ownAdvisories.create({ params: { accountUuid }, body: { ...body, id } })
    else await api.ownAdvisories.update({ params: { accountUuid, ownAdvisoryUuid: own.uuid }, body })
    showNotice(ownAdvisories.saved(id))
  }
  const values = own && {
    ...own,
    aliases: own.aliases.join(', '),
    cwes: own.cwes.join(', '),
    references: formatReferences(own.references),
  }
  return (
    <FormDialog
      title={own === null ? ownAdvisories.add : ownAdvisories.editOf(own.id)}
      isHeld
      isWide
      schema={schema}
      submit={ownAdvisories.save}
      action={save}
      values={values}
      onClose={onClose}
    >
      {(_, errors, place) => {
        const id = { label: messages.id, spellCheck: false }
        return (
          <>
            <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              {place({ id: own === null ? { ...id, hint: messages.idHint } : { ...id, readOnly: true } })}
              {place({ summary: { label: messages.summary } })}
            </div>
            <AffectedFields packages={packages} error={errors.affected} onChange={setPackages} />
            <AdvisoryPreview read={() => readPackages(packages)} />
            <div className={pair}>{place(rating)}</div>
            {place({ details: { label: messages.details, rows: 6, hint: messages.detailsHint } })}
            <div className={pair}>{place(listed)}</div>
            {place({ references: { label: messages.references, rows: 3, hint: messages.referencesHint } })}
          </>
        )
      }}
    </FormDialog>
  )
}

const pair = 'grid items-start gap-4 sm:grid-cols-2'

const rating = {
  cvss: { label: messages.cvss, hint: messages.cvssHint, spellCheck: false },
  severity: {
    label: messages.severity,
    options: [
      { value: '', label: messages.fromVector },
      ...optionsOf(advisoryRatings, (value) => messages.severities[value]),
    ],
  },
}

const listed = {
  aliases: { label: messages.aliases, hint: messages.aliasesHint },
  cwes: { label: messages.cwes, hint: messages.cwesHint },
}
