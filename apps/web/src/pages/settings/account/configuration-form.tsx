import { accounts, type Configuration } from '@assay/contract/accounts.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { type ConfigurationChange, useConfiguration } from './use-configuration.ts'

interface Props<S extends z.ZodObject> {
  messages: { title: string; lead: string; save: string }
  schema: S
  fields: FieldsOf<S>
  valuesOf: (configuration: Configuration) => object
  changeOf: (values: z.output<S>) => ConfigurationChange
  /** Places the fields. */
  children?: (fields: ReactNode) => ReactNode
}

/** One section of the account's configuration. */
export function ConfigurationForm<S extends z.ZodObject>(props: Props<S>) {
  const { messages, schema, fields, valuesOf, changeOf, children = (all: ReactNode) => all } = props
  const { known, configure } = useConfiguration()
  const { savedNotice, showSaved } = useSavedNotice()
  const save = useSaving(configure)
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {(configuration) => (
          <div className="max-w-sm">
            <Form
              schema={schema}
              submit={messages.save}
              denialReason={denialReason}
              aside={savedNotice}
              action={async (typed) => {
                await save(changeOf(schema.parse(typed)))
                showSaved(account.saved)
              }}
            >
              {(errors) =>
                children(
                  <Fields
                    schema={schema}
                    fields={fields}
                    values={valuesOf(configuration)}
                    errors={errors}
                    isReadOnly={denialReason !== null}
                  />,
                )
              }
            </Form>
          </div>
        )}
      </SettingsQuery>
    </Section>
  )
}
