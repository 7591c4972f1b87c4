import { CoolDown } from './cool-down.tsx'
import { CoverageRule } from './coverage-rule.tsx'
import { EndAccount } from './end-account.tsx'
import { Features } from './features.tsx'
import { FixTargets } from './fix-targets.tsx'
import { Identity } from './identity.tsx'
import { Logo } from './logo.tsx'
import { MinimumScores } from './minimum-scores.tsx'
import { Plan } from './plan.tsx'
import { RequiredFactor } from './required-factor.tsx'
import { Scoring } from './scoring.tsx'
import { SupportToken } from './support-token.tsx'
import { TagThresholds } from './tag-thresholds.tsx'
import { Usage } from './usage.tsx'
import { VexRule } from './vex-rule.tsx'

export const Account = () => (
  <>
    <Identity />
    <Logo />
    <MinimumScores />
    <TagThresholds />
    <Scoring />
    <CoverageRule />
    <FixTargets />
    <CoolDown />
    <VexRule />
    <Features />
    <RequiredFactor />
    <Plan />
    <Usage />
    <SupportToken />
    <EndAccount />
  </>
)
