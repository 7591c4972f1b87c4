import { accounts } from '@assay/contract/accounts.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { account } from '../../../messages/account.ts'
import type { FieldErrors } from '../../../widgets/form-model.ts'
import { Form } from '../../../widgets/form.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { type ConfigurationChange, useConfiguration } from './use-configuration.ts'

interface Props<S extends z.ZodObject> {
  schema: S
  submit: string
  changeOf: (values: z.output<S>) => ConfigurationChange
  children: (errors: FieldErrors, isReadOnly: boolean) => ReactNode
}

/** The fields of one section of the account's configuration. */
export function ConfigurationForm<S extends z.ZodObject>({ schema, submit, changeOf, children }: Props<S>) {
  const { configure } = useConfiguration()
  const { savedNotice, showSaved } = useSavedNotice()
  const save = useSaving(configure)
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <div className="max-w-sm">
      <Form
        schema={schema}
        submit={submit}
        denialReason={denialReason}
        aside={savedNotice}
        action={async (typed) => {
          await save(changeOf(schema.parse(typed)))
          showSaved(account.saved)
        }}
      >
        {(errors) => children(errors, denialReason !== null)}
      </Form>
    </div>
  )
}
