import { minuteMs } from '@assay/engine/time.ts'
import { mfa } from '@assay/contract/mfa.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { secondFactor } from '../../messages/second-factor.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../forms/form.tsx'

const messages = secondFactor.setUp

interface Props {
  /** Challenge of a login; undefined for the logged-in member. */
  challenge?: string
  onSent: () => void
  aside?: ReactNode
}

/** Sets up a phone with a first code. */
export function PhoneForm({ challenge, onSent, aside }: Props) {
  const [sent, setSent] = useState<string | null>(null)
  if (sent !== null) {
    return (
      <p role="status" className="m-0 text-sm">
        {sent}
      </p>
    )
  }
  return (
    <Form
      schema={mfa.sendSms.body}
      submit={secondFactor.send}
      action={async ({ phone }) => {
        const { phone: end, expiresInMs } = await api.mfa.sendSms({
          body: { phone, ...(challenge !== undefined && { challenge }) },
        })
        setSent(secondFactor.sent(end, Math.round(expiresInMs / minuteMs)))
        onSent()
      }}
      aside={aside}
    >
      {(errors) => (
        <TextField
          label={messages.phone}
          hint={messages.phoneHint}
          name="phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone}
          isRequired
        />
      )}
    </Form>
  )
}
