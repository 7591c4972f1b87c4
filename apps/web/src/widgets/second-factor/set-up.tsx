import type { AccessToken } from '@assay/contract/access-tokens.ts'
import { factorTypes, type LoginChallenge, type MfaMethod } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { secondFactor } from '../../messages/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { AppKey } from './app-key.tsx'
import { CodeForm } from './code-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import { useValidate } from './use-validate.ts'

const messages = secondFactor.setUp

interface Props {
  challenge: LoginChallenge
  onDone: (response: AccessToken) => void
}

/** For a member without a second factor in an account that requires one. */
export function SetUp({ challenge: { challenge, methods }, onDone }: Props) {
  const { dropChallenge } = useSession()
  const validate = useValidate(challenge)
  const [method, setMethod] = useState<MfaMethod>('app')
  const [hasPhone, setHasPhone] = useState(false)
  const back = (
    <Button variant="quiet" onPress={dropChallenge}>
      {secondFactor.back}
    </Button>
  )
  const isPhoneAsked = method === 'sms' && !hasPhone
  return (
    <>
      <p className="m-0 text-base text-soft">{messages.lead}</p>
      {methods.includes('sms') && (
        <Segments
          label={messages.methodLabel}
          value={method}
          options={factorTypes.map((value) => ({ value, label: messages.methods[value] }))}
          onChange={setMethod}
        />
      )}
      {method === 'app' && <AppKey challenge={challenge} />}
      {method === 'sms' && (
        <PhoneForm challenge={challenge} onSent={() => setHasPhone(true)} aside={hasPhone ? null : back} />
      )}
      {!isPhoneAsked && (
        <CodeForm
          key={method}
          label={secondFactor.methods[method].label}
          submit={messages.submit}
          isNumeric
          action={async (totp) => onDone(await validate({ method, totp, isSetup: true }))}
          aside={back}
        />
      )}
    </>
  )
}
