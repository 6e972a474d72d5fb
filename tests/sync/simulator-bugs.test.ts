import { plantedBugs } from './simulator/planted-bugs.ts';
import { findsBugs, openHarness } from './simulator/share.ts';

findsBugs(openHarness('pglite'), plantedBugs);
