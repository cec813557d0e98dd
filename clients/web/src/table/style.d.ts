/** Style sheets are imported for esbuild, which bundles them. */
declare module "*.css";
