import { retention as calls, type RetentionPreview, RetentionSettings } from '@assay/contract/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { retention } from '../../../messages/retention.ts'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { ReviewRemoval } from './review-removal.tsx'

const messages = retention.times

const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))
const { shape } = RetentionSettings
const schema = z.object({
  scansDaily: typed.pipe(shape.scansDaily.unwrap()),
  scansWeekly: typed.pipe(shape.scansWeekly.unwrap()),
  scansMonthly: typed.pipe(shape.scansMonthly.unwrap()),
  builds: typed.pipe(shape.builds.unwrap()),
  documents: typed.pipe(shape.documents.unwrap()),
  evidence: typed.pipe(shape.evidence.unwrap()),
  findings: typed.pipe(shape.findings.unwrap()),
  audit: typed.pipe(shape.audit.unwrap()),
  deliveries: typed.pipe(shape.deliveries.unwrap()),
  inbox: typed.pipe(shape.inbox.unwrap()),
})
type Name = keyof RetentionSettings

const groups = {
  scans: ['scansDaily', 'scansWeekly', 'scansMonthly'],
  rest: ['builds', 'documents', 'evidence', 'findings', 'audit', 'deliveries', 'inbox'],
} as const satisfies Record<string, readonly Name[]>

/** Days by kind; what would go is shown before they are saved. */
export function Times() {
  const params = { accountUuid: useUser().account.uuid }
  const known = useQuery(query(api.retention.get, { params }))
  const denialReason = useDenialReason()(calls.save)
  const { savedNotice, showSaved } = useSavedNotice()
  const [review, setReview] = useState<{ body: RetentionSettings; preview: RetentionPreview } | null>(null)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {(settings) => (
          <Form
            key={JSON.stringify(settings)}
            schema={schema}
            submit={messages.check}
            denialReason={denialReason}
            aside={savedNotice}
            keepsValues
            action={async (values) => {
              const body = schema.parse(values)
              setReview({ body, preview: await api.retention.preview({ params, body }) })
            }}
          >
            {(errors) =>
              Object.entries(groups).map(([group, names]) => (
                <fieldset key={group} className="m-0 grid gap-2 border-0 p-0">
                  <legend className="p-0 font-medium">
                    {messages.groups[group as keyof typeof groups].title}
                  </legend>
                  <p className="m-0 max-w-prose text-xs text-soft">
                    {messages.groups[group as keyof typeof groups].hint}
                  </p>
                  <div className="grid max-w-3xl grid-cols-1 items-end gap-4 sm:grid-cols-3">
                    <Fields
                      schema={schema}
                      fields={fieldsOf(names)}
                      values={settings}
                      errors={errors}
                      isReadOnly={denialReason !== null}
                    />
                  </div>
                </fieldset>
              ))
            }
          </Form>
        )}
      </SettingsQuery>
      {review && (
        <ReviewRemoval
          {...review}
          onSaved={() => showSaved(messages.saved)}
          onClose={() => setReview(null)}
        />
      )}
    </Section>
  )
}

const fieldsOf = (names: readonly Name[]): FieldsOf<typeof schema> =>
  Object.fromEntries(names.map((name) => [name, { label: messages.fields[name], inputMode: 'numeric' }]))
