import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  label?: string
  /** Why not; null when nothing is in the way. */
  refusal?: string | null
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  onPress: () => void
  children: ReactNode
}

/** What one may not do stays in reach of keys, so that the reason can be heard. */
export const ActionButton = ({ label, refusal = null, variant = 'plain', onPress, children }: Props) => (
  <Button
    variant={variant}
    {...(label !== undefined && { 'aria-label': label })}
    aria-disabled={refusal !== null}
    {...(refusal !== null && { title: refusal })}
    onPress={() => refusal === null && onPress()}
  >
    {children}
  </Button>
)
