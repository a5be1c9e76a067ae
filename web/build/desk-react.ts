/**
 * What stands for React in the desk's build, but nowhere else: of the 87 kB that its day waited for, React's renderer was
 * 54. What a component needs and this does not have fails the build.
 */
// @ts-expect-error: the types of the package do not say that it is a module.
export * from 'preact/compat'
export { default } from 'preact/compat'
/** Named by a part of the router that the desk does without. */
export const useOptimistic = undefined
