import type { ComponentProps } from 'react'

const variants = {
  primary: 'bg-accent text-accent-ink hover:brightness-110',
  plain: 'border border-line bg-raised text-ink hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-current bg-raised text-danger hover:bg-hover',
} as const

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> {
  variant?: keyof typeof variants
  isDisabled?: boolean
  onPress?: () => void
}

export function Button({ variant = 'plain', isDisabled = false, onPress, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      disabled={isDisabled}
      {...(onPress && { onClick: () => onPress() })}
      className={`h-8 cursor-pointer rounded-md px-3 text-sm font-medium transition-colors disabled:cursor-default disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50 ${variants[variant]}`}
    />
  )
}
