import { mfa } from '@assay/contract/mfa.ts'
import { type ReactNode, useRef } from 'react'
import { secondFactor as messages } from '../../messages/second-factor.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../form.tsx'

interface Props {
  label: string
  /** Of six digits, unlike a scratch code. */
  isNumeric: boolean
  submit?: string
  action: (code: string) => Promise<unknown>
  aside?: ReactNode
}

/** One code; a wrong one is selected, so that the next one takes its place. */
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the dialog asks for now takes the focus
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
