import type { LoginChallenge, MfaMethod } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { secondFactor as messages } from '../../messages/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { PasskeyLogin } from '../sign-on/passkey-login.tsx'
import { canUsePasskeys } from '../sign-on/passkeys.ts'
import { CodeForm } from './code-form.tsx'
import { SendCode } from './send-code.tsx'
import { useValidate } from './use-validate.ts'

/** Asks for a code of any of the member's second factors. */
export function EnterCode({ challenge }: { challenge: LoginChallenge }) {
  const { logIn, dropChallenge } = useSession()
  const validate = useValidate(challenge.challenge)
  const [method, setMethod] = useState<MfaMethod>(challenge.methods[0] ?? 'scratch-codes')
  const others = challenge.methods.filter((each) => each !== method)
  const { lead, label } = messages.methods[method]
  return (
    <>
      <p className="m-0 text-base text-soft">{lead}</p>
      {method === 'sms' && <SendCode challenge={challenge.challenge} />}
      <CodeForm
        key={method}
        label={label}
        isNumeric={method !== 'scratch-codes'}
        action={async (totp) => logIn(await validate({ method, totp, isSetup: false }))}
        aside={
          <Button variant="quiet" onPress={dropChallenge}>
            {messages.back}
          </Button>
        }
      />
      <div className="grid gap-2 border-t border-line pt-4 empty:hidden">
        {others.map((each) => (
          <Button key={each} onPress={() => setMethod(each)}>
            {messages.methods[each].choose}
          </Button>
        ))}
        {canUsePasskeys() && <PasskeyLogin />}
      </div>
    </>
  )
}
