import type { SectionProps } from '../search.ts'
import { Channels } from './channels.tsx'
import { Deliveries } from './deliveries.tsx'
import { OwnRules } from './own-rules.tsx'
import { Rules } from './rules.tsx'

/** Rules, channels and deliveries. */
export const Notifications = (props: SectionProps) => (
  <>
    <OwnRules />
    <Rules />
    <Channels />
    <Deliveries {...props} />
  </>
)
