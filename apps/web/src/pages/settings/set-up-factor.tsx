import { useState } from 'react'
import { api } from '../../api/client.ts'
import { AppKey } from '../../parts/second-factor/app-key.tsx'
import { CodeForm } from '../../parts/second-factor/code-form.tsx'
import { PhoneForm } from '../../parts/second-factor/phone-form.tsx'
import { factors } from '../../texts/factors.ts'
import { secondFactor } from '../../texts/second-factor.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Factor } from './second-step.tsx'

const words = factors.secondStep

interface Props {
  factor: Factor
  onDone: () => void
  onClose: () => void
}

/** The first code shows that it works. */
export function SetUpFactor({ factor, onDone, onClose }: Props) {
  const [hasPhone, setHasPhone] = useState(false)
  return (
    <Dialog title={words[factor].setUp} isOpen onOpenChange={onClose}>
      {factor === 'app' && <AppKey />}
      {factor === 'sms' && (
        <>
          <p className="m-0 text-soft">{words.sms.warning}</p>
          <PhoneForm onSent={() => setHasPhone(true)} />
        </>
      )}
      {(factor === 'app' || hasPhone) && (
        <CodeForm
          label={secondFactor.methods[factor].label}
          submit={words.submit}
          isNumeric
          act={async (totp) => {
            await api.mfa.validate({
              ...{ params: { method: factor }, query: { isSetup: 'true' }, body: { totp } },
            })
            onDone()
          }}
        />
      )}
    </Dialog>
  )
}
