import { mfa } from '@assay/contract/mfa.ts'
import { type ReactNode, useRef } from 'react'
import { secondFactor as messages } from '../../messages/second-factor.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../forms/form.tsx'

interface Props {
  label: string
  /** Six digits, unlike a recovery code. */
  isNumeric: boolean
  submit?: string
  action: (code: string) => Promise<unknown>
  aside?: ReactNode
}

/** Code input; a wrong code is selected for replacement. */
export function CodeForm({ label, isNumeric, submit = messages.submit, action, aside }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Form
      schema={mfa.validate.body}
      submit={submit}
      action={async ({ totp }) => {
        try {
          await action(totp)
        } catch (error) {
          field.current?.select()
          throw error
        }
      }}
      aside={aside}
    >
      {(errors) => (
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's current field takes the focus
          autoFocus
          ref={field}
          label={label}
          name="totp"
          autoComplete={isNumeric ? 'one-time-code' : 'off'}
          inputMode={isNumeric ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.totp}
          isRequired
        />
      )}
    </Form>
  )
}
