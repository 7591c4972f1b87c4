import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  label?: string
  /** Why it is disabled; null if enabled. */
  denialReason?: string | null
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  onPress: () => void
  children: ReactNode
}

/** Focusable although disabled, so that screen readers announce the reason. */
export const ActionButton = ({ label, denialReason = null, variant = 'plain', onPress, children }: Props) => (
  <Button
    variant={variant}
    {...(label !== undefined && { 'aria-label': label })}
    aria-disabled={denialReason !== null}
    {...(denialReason !== null && { title: denialReason })}
    onPress={() => denialReason === null && onPress()}
  >
    {children}
  </Button>
)
