import type { FactorType } from '@assay/contract/credentials.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { AppKey } from '../../../widgets/second-factor/app-key.tsx'
import { CodeForm } from '../../../widgets/second-factor/code-form.tsx'
import { PhoneForm } from '../../../widgets/second-factor/phone-form.tsx'
import { factors } from '../../../messages/factors.ts'
import { secondFactor } from '../../../messages/second-factor.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const messages = factors.secondStep

interface Props {
  factor: FactorType
  onDone: () => void
  onClose: () => void
}

/** Verifies the factor with a first code. */
export function SetUpFactor({ factor, onDone, onClose }: Props) {
  const [hasPhone, setHasPhone] = useState(false)
  return (
    <Dialog title={messages[factor].setUp} isOpen onOpenChange={onClose}>
      {factor === 'app' && <AppKey />}
      {factor === 'sms' && (
        <>
          <p className="m-0 text-soft">{messages.sms.warning}</p>
          <PhoneForm onSent={() => setHasPhone(true)} />
        </>
      )}
      {(factor === 'app' || hasPhone) && (
        <CodeForm
          label={secondFactor.methods[factor].label}
          submit={messages.submit}
          isNumeric
          action={async (totp) => {
            await api.mfa.validate({
              params: { method: factor },
              query: { isSetup: 'true' },
              body: { totp },
            })
            onDone()
          }}
        />
      )}
    </Dialog>
  )
}
