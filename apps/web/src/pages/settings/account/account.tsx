import { CoolDownDays } from '@assay/contract/accounts.ts'
import { coverageStrictnesses, securityScorings, vexEffects } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { account as messages } from '../../../messages/account.ts'
import { coverage } from '../../../messages/coverage.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { ConfigurationRadios } from './configuration-radios.tsx'
import { EndAccount } from './end-account.tsx'
import { Features } from './features.tsx'
import { FixTargets } from './fix-targets.tsx'
import { Identity } from './identity.tsx'
import { Logo } from './logo.tsx'
import { Plan } from './plan.tsx'
import { RequiredFactor } from './required-factor.tsx'
import { SupportToken } from './support-token.tsx'
import { Usage } from './usage.tsx'

const approvals = ['optional', 'required'] as const

const coolDown = z.object({
  coolDownDays: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(CoolDownDays),
})

export const Account = () => (
  <>
    <Identity />
    <Logo />
    <ConfigurationRadios
      messages={messages.scoring}
      values={securityScorings}
      options={messages.scoring.modes}
      valueOf={({ securityScoring }) => securityScoring}
      changeOf={(securityScoring) => ({ securityScoring })}
    />
    {/* Which gaps in coverage make a PASS impossible. */}
    <ConfigurationRadios
      messages={coverage.strictness}
      values={coverageStrictnesses}
      options={coverage.strictness.options}
      valueOf={({ coverageStrictness }) => coverageStrictness}
      changeOf={(coverageStrictness) => ({ coverageStrictness })}
    />
    <FixTargets />
    <ConfigurationRadios
      messages={messages.approval}
      values={approvals}
      options={messages.approval.modes}
      valueOf={({ requiresApproval }) => (requiresApproval ? 'required' : 'optional')}
      changeOf={(mode) => ({ requiresApproval: mode === 'required' })}
    />
    {/* Minimum age of a release before it is recommended. */}
    <ConfigurationForm
      messages={messages.coolDown}
      schema={coolDown}
      fields={{
        coolDownDays: {
          label: messages.coolDown.days,
          hint: messages.coolDown.hint,
          inputMode: 'numeric',
        },
      }}
      valuesOf={({ coolDownDays }) => ({ coolDownDays })}
      changeOf={(values) => values}
    />
    <ConfigurationRadios
      messages={messages.vex}
      values={vexEffects}
      options={messages.vex.effects}
      valueOf={({ vexEffect }) => vexEffect}
      changeOf={(vexEffect) => ({ vexEffect })}
    />
    <Features />
    <RequiredFactor />
    <Plan />
    <Usage />
    <SupportToken />
    <EndAccount />
  </>
)
