import { plantedBugs } from './simulator/planted-bugs.ts';
import { findsBugs, openTown } from './simulator/share.ts';

findsBugs(openTown('pglite'), plantedBugs);
