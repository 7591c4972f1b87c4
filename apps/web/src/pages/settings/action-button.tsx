import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  label?: string
  /** Why it is disabled; null if enabled. */
  refusal?: string | null
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  onPress: () => void
  children: ReactNode
}

/** Focusable although disabled, so that screen readers announce the reason. */
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
